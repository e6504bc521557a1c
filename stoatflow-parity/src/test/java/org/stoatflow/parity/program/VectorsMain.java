package org.stoatflow.parity.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.stoatflow.parity.VectorFile;
import org.stoatflow.parity.VectorLine;

/** Writes what the Kafka Streams on the class path says to the input of each file of vectors. */
public final class VectorsMain {
    private VectorsMain() {}

    /** Arguments: the folder of the files to write. */
    public static void main(String[] args) throws IOException {
        VectorRuns runs = new VectorRuns();
        for (String kind : runs.kinds()) {
            Files.writeString(
                    Path.of(args[0], kind),
                    runs.driven(kind, VectorFile.of(kind).records()).stream()
                            .map(VectorLine::text)
                            .collect(Collectors.joining("\n", "", "\n")));
        }
    }
}
