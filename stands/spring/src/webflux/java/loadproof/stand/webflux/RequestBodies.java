package loadproof.stand.webflux;

import java.io.ByteArrayOutputStream;
import loadproof.stand.JsonBody;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Mono;

/** Bodies as they came. */
public final class RequestBodies {
  private RequestBodies() {}

  /** The body, or one byte more of it than there may be. */
  // Not @RequestBody: it asks for a content type. A body that is too large is read to its end,
  // or its client would find the connection reset in place of the answer.
  public static Mono<byte[]> read(ServerHttpRequest request) {
    return request
        .getBody()
        .collect(ByteArrayOutputStream::new, RequestBodies::keep)
        .map(ByteArrayOutputStream::toByteArray);
  }

  private static void keep(ByteArrayOutputStream kept, DataBuffer buffer) {
    int room = JsonBody.MOST_BYTES + 1 - kept.size();
    byte[] bytes = new byte[Math.min(room, buffer.readableByteCount())];
    buffer.read(bytes);
    kept.writeBytes(bytes);
    DataBufferUtils.release(buffer);
  }
}
