package org.stoatflow.operator;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.Record;

/**
 * Prints records of all lanes to one stream, a line at a time. When the first of its processors is closed, so is a
 * file.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class RecordPrinter<K, V> {
    private final PrintWriter writer;
    private final boolean console;
    private final KeyValueMapper<? super K, ? super V, String> text;
    private final String label;

    /**
     * Creates the printer.
     *
     * @param target takes the lines
     * @param text makes the text of a record's line
     * @param label the beginning of each line
     */
    public RecordPrinter(OutputStream target, KeyValueMapper<? super K, ? super V, String> text, String label) {
        writer = new PrintWriter(target, false, StandardCharsets.UTF_8);
        console = target.equals(System.out) || target.equals(System.err);
        this.text = text;
        this.label = label;
    }

    /**
     * A processor of one lane.
     *
     * @return a new processor, which prints what it is given
     */
    public Processor<K, V, Void, Void> processor() {
        return new Processor<>() {
            @Override
            public void process(Record<K, V> record) {
                print(record.key(), record.value());
            }

            @Override
            public void close() {
                RecordPrinter.this.close();
            }
        };
    }

    private void print(K key, V value) {
        writer.println("[" + label + "]: " + text.apply(key, value));
        if (console) {
            writer.flush();
        }
    }

    private void close() {
        if (console) {
            writer.flush();
        } else {
            writer.close();
        }
    }
}
