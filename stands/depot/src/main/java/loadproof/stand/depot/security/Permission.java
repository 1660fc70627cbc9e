package loadproof.stand.depot.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Permission that a request needs; a handler without one is open to everybody. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Permission {
  /** Returns the permission, as {@code nexus:users:read}. */
  String value();
}
