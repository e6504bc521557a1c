package org.stoatflow.dsl;

import org.stoatflow.operator.RecordPrinter;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.processor.api.ProcessorSupplier;

/** Reads the settings of a {@link Printed}. */
final class PrintedView<K, V> extends Printed<K, V> {
    PrintedView(Printed<K, V> printed) {
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
