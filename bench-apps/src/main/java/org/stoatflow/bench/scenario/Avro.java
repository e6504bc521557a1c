package org.stoatflow.bench.scenario;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaBuilder.FieldAssembler;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Records of {@link Tables} in Confluent's wire format: a magic byte, the id of the schema, Avro's binary form. The ids
 * are given here, since there is no registry.
 */
enum Avro {
    CUSTOMER(1, List.of("name"), true),
    PRODUCT(2, List.of("name"), true),
    ORDER(3, List.of("customer", "product"), true),
    SHIPMENT(4, List.of("carrier"), true),
    REVIEW(5, List.of("customer", "product"), true),
    /** What a join gives: the two that it joined. */
    JOINED(6, List.of("left", "right"), false);

    private static final byte MAGIC = 0;
    private static final int HEAD_BYTES = 1 + Integer.BYTES;
    private static final String PAYLOAD = "payload";

    private final int id;
    private final int texts;
    private final Schema schema;

    Avro(int id, List<String> texts, boolean isLarge) {
        this.id = id;
        this.texts = texts.size();
        FieldAssembler<Schema> fields =
                SchemaBuilder.record(name()).namespace("org.stoatflow.bench").fields();
        for (String text : texts) {
            fields = fields.requiredString(text);
        }
        fields = isLarge ? fields.requiredBytes(PAYLOAD) : fields;
        this.schema = fields.requiredLong("number").endRecord();
    }

    /** How many texts a record has. */
    int texts() {
        return texts;
    }

    /** A record of its texts in their order, and of a payload if it has one. */
    GenericRecord record(long number, byte[] payload, String... values) {
        GenericRecord record = new GenericData.Record(schema);
        for (int i = 0; i < values.length; i++) {
            record.put(i, values[i]);
        }
        if (schema.getField(PAYLOAD) != null) {
            record.put(PAYLOAD, ByteBuffer.wrap(payload));
        }
        record.put("number", number);
        return record;
    }

    static String text(GenericRecord record, String field) {
        return String.valueOf(record.get(field));
    }

    byte[] bytes(GenericRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(MAGIC);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
        try {
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
            new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
            encoder.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }

    GenericRecord parse(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes);
        if (bytes.length < HEAD_BYTES || head.get() != MAGIC || head.getInt() != id) {
            throw new SerializationException("no record of schema " + id);
        }
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES, null);
        try {
            return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
        } catch (IOException failure) {
            throw new SerializationException("no record of schema " + id, failure);
        }
    }

    Serde<GenericRecord> serde() {
        return Serdes.serdeFrom(
                (topic, record) -> record == null ? null : bytes(record),
                (topic, bytes) -> bytes == null ? null : parse(bytes));
    }
}
