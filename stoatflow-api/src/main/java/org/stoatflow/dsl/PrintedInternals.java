package org.stoatflow.dsl;

import org.stoatflow.operator.RecordPrinter;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.processor.api.ProcessorSupplier;

/** Reads what a {@link Printed} holds. */
final class PrintedInternals<K, V> extends Printed<K, V> {
    PrintedInternals(Printed<K, V> printed) {
        super(printed);
    }

    NameChoice name() {
        return new NameChoice(processorName);
    }

    ProcessorSupplier<K, V, Void, Void> printer(String streamName) {
        RecordPrinter<K, V> printer = new RecordPrinter<>(outputStream, mapper, label == null ? streamName : label);
        return printer::processor;
    }
}
