package loadproof.stand.webflux;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.UUID;
import loadproof.stand.Ids;
import loadproof.stand.Refusal;
import loadproof.stand.StatusBody;
import loadproof.stand.StatusRow;
import loadproof.stand.StatusRows;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
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

  private Mono<StatusRow> insert(UUID id, short status) {
    return table
        .insert(id, status)
        .doOnNext(created -> rows.countNew())
        .onErrorMap(DuplicateKeyException.class, fault -> Refusal.idTaken(id));
  }

  // Not @RequestBody: it asks for a content type. A body that is too large is read to its end,
  // or its client would find the connection reset in place of the answer.
  private static Mono<StatusBody> body(ServerHttpRequest request) {
    return request
        .getBody()
        .collect(ByteArrayOutputStream::new, StatusController::keep)
        .map(kept -> StatusBody.parse(kept.toByteArray()));
  }

  private static void keep(ByteArrayOutputStream kept, DataBuffer buffer) {
    int room = StatusBody.MOST_BYTES + 1 - kept.size();
    byte[] bytes = new byte[Math.min(room, buffer.readableByteCount())];
    buffer.read(bytes);
    kept.writeBytes(bytes);
    DataBufferUtils.release(buffer);
  }
}
