package org.stoatflow.parity.outside;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Avro as registries have it: a zero, the schema's id, and the record. Subjects have the names of topics, changelogs
 * and repartition topics included. Safe for use by any thread.
 */
public final class AvroSerde implements Serde<GenericRecord>, Serializer<GenericRecord>, Deserializer<GenericRecord> {
    private static final int PREFIX_BYTES = 1 + Integer.BYTES;

    private final URI registry;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Integer> ids = new ConcurrentHashMap<>(); // by subject; a topic has one schema here
    private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();

    public AvroSerde(URI registry) {
        this.registry = registry;
    }

    @Override
    public byte[] serialize(String topic, GenericRecord record) {
        if (record == null) {
            return null;
        }
        Schema schema = record.getSchema();
        int id = ids.computeIfAbsent(
                topic + "-value",
                subject -> Integer.valueOf(
                        ask(HttpRequest.newBuilder(registry.resolve("subjects/" + subject + "/versions"))
                                .POST(HttpRequest.BodyPublishers.ofString(schema.toString())))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(
                ByteBuffer.allocate(PREFIX_BYTES).put((byte) 0).putInt(id).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
            encoder.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }

    @Override
    public GenericRecord deserialize(String topic, byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        int id = ByteBuffer.wrap(bytes).getInt(1);
        Schema schema = schemas.computeIfAbsent(
                id,
                unseen -> new Schema.Parser()
                        .parse(ask(HttpRequest.newBuilder(registry.resolve("schemas/ids/" + unseen)))));
        try {
            return new GenericDatumReader<GenericRecord>(schema)
                    .read(
                            null,
                            DecoderFactory.get().binaryDecoder(bytes, PREFIX_BYTES, bytes.length - PREFIX_BYTES, null));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String ask(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new SerializationException("interrupted", stopped);
        }
    }

    @Override
    public Serializer<GenericRecord> serializer() {
        return this;
    }

    @Override
    public Deserializer<GenericRecord> deserializer() {
        return this;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}

    @Override
    public void close() {}
}
