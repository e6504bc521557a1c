package org.stoatflow.runtime.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Refuses a class path that has the public types or the engine more than once: the drop-in beside Kafka Streams' own
 * jar or beside the modules that it is made of, or two versions of one. Types of one jar would call those of the other.
 */
final class OneLibrary {
    private OneLibrary() {}

    /** @throws StreamsException naming the places */
    static void require() {
        ClassLoader loader = OneLibrary.class.getClassLoader();
        require(KafkaStreams.class.getName(), loader);
        require(OneLibrary.class.getName(), loader);
    }

    static void require(String type, ClassLoader loader) {
        Set<String> places = new TreeSet<>(); // loaders above each other may name one place twice
        try {
            for (URL place : Collections.list(loader.getResources(type.replace('.', '/') + ".class"))) {
                places.add(place.toString());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        if (places.size() > 1) {
            throw new StreamsException("The class path has " + type + " in several places: " + places
                    + ". Keep one of them; where a dependency brings the other one, exclude it");
        }
    }
}
