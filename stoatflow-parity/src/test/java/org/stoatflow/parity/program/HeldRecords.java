package org.stoatflow.parity.program;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.stoatflow.parity.Place;

/**
 * Changelog records of updates that are held back. Topics have other names in each run, and the time is the clock's.
 */
final class HeldRecords {
    private HeldRecords() {}

    static boolean areIn(String changelog) {
        return changelog.contains("SUPPRESS") || changelog.contains("held");
    }

    static String text(ConsumerRecord<byte[], byte[]> record, Place place) {
        if (record.value() == null) {
            return "null";
        }
        ByteBuffer value = ByteBuffer.wrap(record.value());
        byte[] before = new byte[2 * Long.BYTES];
        value.get(before);
        byte[] topic = new byte[value.getInt()];
        value.get(topic);
        byte[] after = new byte[value.remaining()];
        value.get(after);
        HexFormat hex = HexFormat.of();
        return hex.formatHex(before)
                + ' '
                + place.plain(new String(topic, StandardCharsets.UTF_8))
                + ' '
                + hex.formatHex(after)
                + ' '
                + record.headers();
    }
}
