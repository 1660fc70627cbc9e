package loadproof.stand.depot.store;

import java.util.UUID;

/** A file of the blob store: its name there, its size in bytes and its digests in hex. */
public record Blob(UUID id, long size, String md5, String sha1, String sha256, String sha512) {}
