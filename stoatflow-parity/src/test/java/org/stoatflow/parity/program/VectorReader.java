package org.stoatflow.parity.program;

import java.util.List;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Puts what a record says into the store, or forwards the rows that it asks for. */
final class VectorReader<S extends StateStore> extends ContextualProcessor<String, String, String, String> {
    private final String name;
    private final Use<S> use;
    private final Rows<S> rows;

    /** What is done with a record that does not ask for rows. */
    interface Use<S> {
        void put(S store, Record<String, String> record);
    }

    /** Reads the rows that are asked for, a text each. */
    interface Rows<S> {
        List<String> read(S store, Record<String, String> asking);
    }

    VectorReader(String name, Use<S> use, Rows<S> rows) {
        this.name = name;
        this.use = use;
        this.rows = rows;
    }

    @Override
    public void process(Record<String, String> record) {
        S store = context().getStateStore(name);
        if (VectorKeyValues.isAsking(record)) {
            for (String row : rows.read(store, record)) {
                context().forward(record.withValue(row.replace(" ", "")));
            }
        } else {
            use.put(store, record);
        }
    }
}
