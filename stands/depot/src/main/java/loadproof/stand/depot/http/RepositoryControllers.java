package loadproof.stand.depot.http;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The controllers of this package. */
@Configuration(proxyBeanMethods = false)
@Import(RepositoryController.class)
public class RepositoryControllers {}
