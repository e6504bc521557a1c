package org.stoatflow.simulation.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes of the engine that read bytes, as their sources show it. */
final class ByteReaders {
    private static final Path REPOSITORY = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final List<String> MODULES = List.of("api", "state", "restore", "kernel", "runtime");
    private static final Pattern READS = Pattern.compile("ByteBuffer\\.wrap\\(|DataInputStream|Varints\\.read"
            + "|byteArrayViewVarHandle|Files\\.(read|newInputStream|newBufferedReader)|Base64\\.getDecoder"
            + "|(class|record) [^{]*implements [^{]*Deserializer<");

    private ByteReaders() {}

    static Set<String> inSources() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve("stoatflow-" + module + "/src/main/java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (READS.matcher(Files.readString(file)).find()) {
                        found.add(file.getFileName().toString().replace(".java", ""));
                    }
                }
            }
        }
        return found;
    }

    /** Classes that read bytes of ours only, each with the reason. */
    static Map<String, String> trusted() throws IOException {
        Map<String, String> trusted = new TreeMap<>();
        try (InputStream in = Objects.requireNonNull(ByteReaders.class.getResourceAsStream("trusted-bytes.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.startsWith("#")) {
                    String[] parts = line.split(" +", 2);
                    trusted.put(parts[0], parts[1]);
                }
            }
        }
        return trusted;
    }
}
