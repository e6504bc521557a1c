package org.stoatflow.simulation.fuzz;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something of ours that reads bytes which others may have written.
 *
 * @param name what is read, in a few words
 * @param place what the message of each refusal has to contain; null where nothing may be refused, since what is not
 *     understood counts as not there
 * @param classes the classes that read, by their simple names
 * @param samples valid bytes, each as parts: such as key and value
 * @param reading reads the parts
 */
record Reader(String name, @Nullable String place, List<String> classes, List<byte[][]> samples, Reading reading) {
    /** Reads some bytes. */
    @FunctionalInterface
    interface Reading {
        /**
         * Reads them; what it throws is looked at.
         *
         * @param parts the bytes, as many as a sample has
         */
        void read(byte[][] parts) throws Exception;
    }
}
