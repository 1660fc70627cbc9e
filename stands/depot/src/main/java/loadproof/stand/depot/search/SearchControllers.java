package loadproof.stand.depot.search;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The controllers of this package. */
@Configuration(proxyBeanMethods = false)
@Import(SearchController.class)
public class SearchControllers {}
