package loadproof.stand.depot.admin;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The controllers of this package. */
@Configuration(proxyBeanMethods = false)
@Import({
  PageController.class,
  PrivilegesController.class,
  RealmsController.class,
  RepositoriesController.class,
  RolesController.class,
  SelectorsController.class,
  SwaggerController.class,
  SystemController.class,
  TasksController.class,
  UsersController.class
})
public class AdminControllers {}
