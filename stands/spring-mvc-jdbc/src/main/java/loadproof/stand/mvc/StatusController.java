package loadproof.stand.mvc;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import loadproof.stand.Ids;
import loadproof.stand.JsonBody;
import loadproof.stand.Refusal;
import loadproof.stand.StatusBody;
import loadproof.stand.StatusRow;
import loadproof.stand.StatusRows;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

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
  StatusRow one(@PathVariable String id) {
    UUID wanted = Ids.one(id);
    return table.one(wanted).orElseThrow(() -> Refusal.unknown(wanted));
  }

  @GetMapping("/status")
  List<StatusRow> several(@RequestParam(required = false) String ids) {
    return table.several(Ids.several(ids));
  }

  @PostMapping("/status")
  @ResponseStatus(HttpStatus.CREATED)
  StatusRow create(HttpServletRequest request) throws IOException {
    StatusBody body = body(request);
    UUID id = body.idOrRandom();
    try {
      StatusRow created = table.insert(id, body.status());
      rows.countNew();
      return created;
    } catch (DuplicateKeyException fault) {
      throw Refusal.idTaken(id);
    }
  }

  @PutMapping("/status/{id}")
  StatusRow update(@PathVariable String id, HttpServletRequest request) throws IOException {
    UUID wanted = Ids.one(id);
    return table.update(wanted, body(request).status()).orElseThrow(() -> Refusal.unknown(wanted));
  }

  // Spring would answer by itself what a path takes.
  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = {"/status", "/status/{id}", "/healthz", "/metrics"})
  void options() {
    throw Refusal.wrongMethod();
  }

  // Not @RequestBody: it asks for a content type, and reads bodies of any size.
  private static StatusBody body(HttpServletRequest request) throws IOException {
    return StatusBody.parse(request.getInputStream().readNBytes(JsonBody.MOST_BYTES + 1));
  }
}
