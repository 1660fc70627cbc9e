package loadproof.stand.mvc;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Answers are JSON, whatever a request accepts, in one piece and with their length. */
class JsonAnswers implements WebMvcConfigurer, HttpMessageConverter<Object> {
  // Spring's own converter flushes as it writes: the answer would be chunked, and would reach the
  // client before it is counted.
  private final ObjectMapper mapper;

  JsonAnswers(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public void configureMessageConverters(List<HttpMessageConverter<?>> converters) {
    converters.add(this);
  }

  @Override
  public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
    configurer.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
  }

  @Override
  public boolean canRead(Class<?> type, MediaType mediaType) {
    return false;
  }

  @Override
  public boolean canWrite(Class<?> type, MediaType mediaType) {
    return true;
  }

  @Override
  public List<MediaType> getSupportedMediaTypes() {
    return List.of(MediaType.APPLICATION_JSON);
  }

  @Override
  public Object read(Class<?> type, HttpInputMessage message) {
    throw new UnsupportedOperationException("bodies are read by the controller");
  }

  @Override
  public void write(Object value, MediaType mediaType, HttpOutputMessage message)
      throws IOException {
    byte[] body = mapper.writeValueAsBytes(value);
    message.getHeaders().setContentType(MediaType.APPLICATION_JSON);
    message.getHeaders().setContentLength(body.length);
    message.getBody().write(body);
  }
}
