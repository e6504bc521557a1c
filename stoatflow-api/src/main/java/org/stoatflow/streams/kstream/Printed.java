package org.stoatflow.streams.kstream;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.stoatflow.streams.errors.TopologyException;

/**
 * How to print a stream. Its methods change it and return it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Printed<K, V> implements NamedOperation<Printed<K, V>> {
    /** Where to print; flushed after each record if it is the console, else closed at the end. */
    protected final OutputStream outputStream;

    /** Stands before each record; null for the name of the stream. */
    protected String label;

    /** The name of the printer; null for one from the counter. */
    protected String processorName;

    /** Makes the text of a record. */
    protected KeyValueMapper<? super K, ? super V, String> mapper = (key, value) -> key + ", " + value;

    private Printed(OutputStream outputStream) {
        this.outputStream = outputStream;
    }

    /**
     * Copies.
     *
     * @param printed what to copy
     */
    protected Printed(Printed<K, V> printed) {
        outputStream = printed.outputStream;
        label = printed.label;
        mapper = printed.mapper;
        processorName = printed.processorName;
    }

    /**
     * Prints to a file, which is created or emptied at once.
     *
     * @param filePath the file
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to print
     * @throws TopologyException if the file cannot be written
     */
    public static <K, V> Printed<K, V> toFile(String filePath) {
        Objects.requireNonNull(filePath, "filePath cannot be null");
        if (filePath.isBlank()) {
            throw new TopologyException("A file's path cannot be empty");
        }
        try {
            return new Printed<>(new FileOutputStream(filePath));
        } catch (IOException failure) {
            throw new TopologyException("Cannot write the file " + filePath, failure);
        }
    }

    /**
     * Prints to the console.
     *
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to print
     */
    public static <K, V> Printed<K, V> toSysOut() {
        return new Printed<>(System.out);
    }

    /**
     * Sets what stands before each record.
     *
     * @param label the text
     * @return this
     */
    public Printed<K, V> withLabel(String label) {
        this.label = Objects.requireNonNull(label, "label cannot be null");
        return this;
    }

    /**
     * Sets how a record becomes text.
     *
     * @param mapper the function
     * @return this
     */
    public Printed<K, V> withKeyValueMapper(KeyValueMapper<? super K, ? super V, String> mapper) {
        this.mapper = Objects.requireNonNull(mapper, "mapper cannot be null");
        return this;
    }

    @Override
    public Printed<K, V> withName(String processorName) {
        this.processorName = processorName;
        return this;
    }
}
