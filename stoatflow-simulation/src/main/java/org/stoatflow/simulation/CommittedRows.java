package org.stoatflow.simulation;

import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.utils.Bytes;

/** Compares what a user's store finds on disk when it is opened with the input that is committed. */
final class CommittedRows {
    private final World world;
    private final Inputs inputs;
    private final BooleanSupplier hidden;

    /** @param hidden whether it cannot be seen now what is committed */
    CommittedRows(World world, Inputs inputs, BooleanSupplier hidden) {
        this.world = world;
        this.inputs = inputs;
        this.hidden = hidden;
    }

    /** Each row has the id of the record that it was written for. Under exactly-once that record is committed. */
    void require(String store, NavigableMap<Bytes, byte[]> rows) {
        if (!world.owner().isExactlyOnce(world.setup()) || inputs.hasLost() || hidden.getAsBoolean()) {
            return;
        }
        for (byte[] value : rows.values()) {
            InputRecord record = inputs.byId(id(value));
            long committed = world.kafka()
                    .view()
                    .committed(Setup.APPLICATION, record.partition)
                    .orElse(0);
            if (record.offset >= committed) {
                throw world.course()
                        .seen(new Violation(
                                Invariant.STORE_BEGINS_COMMITTED,
                                store + " begins with a row of " + record + ", and committed is offset " + committed));
            }
        }
    }

    private static int id(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8);
        return Integer.parseInt(text.substring(0, text.indexOf(':')));
    }
}
