package loadproof.stand.webflux;

import java.util.List;
import java.util.UUID;
import loadproof.stand.Ids;
import loadproof.stand.Refusal;
import loadproof.stand.StatusBody;
import loadproof.stand.StatusRow;
import loadproof.stand.StatusRows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The status API. */
@RestController
class StatusController {
  private final StatusTable table;
  private final StatusRows rows;

  StatusController(StatusTable table, StatusRows rows) {
    this.table = table;
    this.rows = rows;
  }

  @GetMapping("/status/{id}")
  Mono<StatusRow> one(@PathVariable String id) {
    UUID wanted = Ids.one(id);
    return table.one(wanted).switchIfEmpty(Mono.error(() -> Refusal.unknown(wanted)));
  }

  @GetMapping("/status")
  Mono<List<StatusRow>> several(@RequestParam(required = false) String ids) {
    return table.several(Ids.several(ids));
  }

  @PostMapping("/status")
  @ResponseStatus(HttpStatus.CREATED)
  Mono<StatusRow> create(ServerHttpRequest request) {
    return body(request).flatMap(body -> insert(body.idOrRandom(), body.status()));
  }

  @PutMapping("/status/{id}")
  Mono<StatusRow> update(@PathVariable String id, ServerHttpRequest request) {
    UUID wanted = Ids.one(id);
    return body(request)
        .flatMap(body -> table.update(wanted, body.status()))
        .switchIfEmpty(Mono.error(() -> Refusal.unknown(wanted)));
  }

  // Spring would answer by itself what a path takes.
  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = {"/status", "/status/{id}", "/healthz", "/metrics"})
  void options() {
    throw Refusal.wrongMethod();
  }

  private Mono<StatusRow> insert(UUID id, short status) {
    return table
        .insert(id, status)
        .doOnNext(created -> rows.countNew())
        .onErrorMap(DuplicateKeyException.class, fault -> Refusal.idTaken(id));
  }

  private static Mono<StatusBody> body(ServerHttpRequest request) {
    return RequestBodies.read(request).map(StatusBody::parse);
  }
}
