package loadproof.stand.mvc;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that every stand on Spring MVC has. */
@Configuration(proxyBeanMethods = false)
@Import({
  ServiceController.class,
  Refusals.class,
  RequestFilter.class,
  JsonAnswers.class,
  WorkerThreads.class
})
public class MvcBeans {}
