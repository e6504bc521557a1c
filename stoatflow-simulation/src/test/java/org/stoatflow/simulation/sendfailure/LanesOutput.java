package org.stoatflow.simulation.sendfailure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;

/** The output of two lanes for records of one source partition. */
final class LanesOutput {
    private final Outbox first = new Outbox(0);
    private final Outbox other = new Outbox(0);
    private final SendingNode sender = new SendingNode("SINK", 0, false, Set.of());
    private final SendingNode behindHop = new SendingNode("SINK", 1, false, Set.of(CommitterRig.HOP));
    private long offset;

    /** Adds output of the next source record. */
    void send(String key, int valueBytes) {
        send(first, key, valueBytes);
    }

    /** Adds output of the next source record, by the other lane. */
    void sendByOther(String key, int valueBytes) {
        send(other, key, valueBytes);
    }

    /** Adds output of a record that came over a hop, of the next source record. */
    void sendBehindHop(String key, int valueBytes) {
        send(first, key, valueBytes);
        first.sentBy(behindHop, CommitterRig.HOP, 4, offset - 1);
    }

    private void send(Outbox into, String key, int valueBytes) {
        into.append(CommitterRig.OUT, 0, offset, key.getBytes(StandardCharsets.UTF_8), value(valueBytes), null);
        into.sentBy(sender, CommitterRig.SOURCE.topic(), CommitterRig.SOURCE.partition(), offset++);
    }

    void change(String key, int valueBytes) {
        ChangelogPartition changelog = new ChangelogPartition(0, CommitterRig.CHANGELOG, 0);
        first.appendChangelog(changelog, offset, key.getBytes(StandardCharsets.UTF_8), value(valueBytes), null);
    }

    private static byte[] value(int bytes) {
        return "x".repeat(bytes).getBytes(StandardCharsets.UTF_8);
    }

    /** Takes the lanes' contributions to their epoch. */
    List<LaneContribution> contributions() {
        return List.of(contribution(first), contribution(other));
    }

    private static LaneContribution contribution(Outbox outbox) {
        return new LaneContribution(0, outbox, null, List.of(), 0, 0);
    }

    /** The offset after the last source record. */
    long offset() {
        return offset;
    }
}
