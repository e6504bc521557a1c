package org.stoatflow.localkafka;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An archive of the classes of some jars: the broker's, its clients' and StoatFlow's own, which no module of the build
 * has in another version or in parts.
 *
 * @param file the archive
 * @param jars what a class path that uses it begins with; none where there is no archive
 */
record ClassArchive(Path file, List<Path> jars) {
    static final ClassArchive NONE = new ClassArchive(Path.of(""), List.of());
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);
    private static final Pattern SHARED =
            Pattern.compile("(kafka-clients|kafka_2\\.13|kafka-server(-common)?|kafka-raft|"
                    + "kafka-metadata|kafka-storage(-api)?|kafka-(coordinator-common|(group|transaction|share)-coordinator(-api)?)|"
                    + "kafka-tools-api|scala-(library|reflect|logging_2\\.13)|log4j-(api|core)|"
                    + "jackson-(core|databind|annotations|dataformat-yaml|datatype-jdk8)|snakeyaml|"
                    + "commons-(validator|beanutils|digester|logging|collections)|jose4j|re2j|hash4j|zstd-jni|lz4-java|snappy-java|"
                    + "caffeine|metrics-core|pcollections|argparse4j|jopt-simple|rocksdbjni|slf4j-api|micrometer-(core|commons)|"
                    + "HdrHistogram|stoatflow-(api|kernel|state|restore|runtime|local-kafka))-\\d.*(?<!-tests)\\.jar");
    private static final List<String> OWN = List.of("stoatflow-runtime-", "stoatflow-local-kafka-");

    /** Whether one could not be made: a second try would take as long. Guarded by the class. */
    private static boolean failed;

    /**
     * The archive of the jars of a class path that are shared; made if it is not there. None where the class path has
     * not StoatFlow's jars, but its folders of classes, from which no archive can be made; and as long as another JVM
     * makes it. A thread waits while another one of this JVM makes it.
     */
    static synchronized ClassArchive open(Path folder, String classPath) {
        List<Path> jars = Arrays.stream(classPath.split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> SHARED.matcher(entry.getFileName().toString()).matches())
                .sorted(Comparator.comparing(Path::getFileName))
                .toList();
        if (failed
                || !OWN.stream()
                        .allMatch(own -> jars.stream()
                                .anyMatch(jar -> jar.getFileName().toString().startsWith(own)))) {
            return NONE;
        }
        try {
            ClassArchive archive = new ClassArchive(folder.resolve(name(jars)), jars);
            return Files.exists(archive.file()) || archive.madeNow(folder) ? archive : NONE;
        } catch (IOException failure) {
            throw new UncheckedIOException("the folder of shared classes, " + folder + ", cannot be used", failure);
        }
    }

    /**
     * Options of a JVM that uses it. Nothing is logged by the JVM: it would say on each start that native access is
     * allowed, which it was not when the JDK's own archive was made, and that it may not use all of that therefore.
     */
    List<String> options() {
        return List.of("-Xlog:disable", "-XX:SharedArchiveFile=" + file, NATIVE_ACCESS);
    }

    /** Another one for other jars, and after each of them was made anew. */
    private static String name(List<Path> jars) throws IOException {
        StringBuilder all = new StringBuilder(System.getProperty("java.vm.version"));
        for (Path jar : jars) {
            all.append(jar).append(Files.getLastModifiedTime(jar));
        }
        return "classes-" + Integer.toHexString(all.toString().hashCode()) + ".jsa";
    }

    private boolean madeNow(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            if (!Files.exists(file)) {
                deleteOld(folder);
                Path made = folder.resolve("new");
                ArchiveMaker.make(made, jars);
                Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return true;
        } catch (LocalKafkaException failure) {
            LOG.warn("There are no shared classes for child JVMs, which start more slowly: {}", failure.getMessage());
            failed = true;
            return false;
        }
    }

    /** Those that were made before a jar was: nobody else will start from them. */
    private void deleteOld(Path folder) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        for (Path jar : jars) {
            FileTime made = Files.getLastModifiedTime(jar);
            newest = made.compareTo(newest) > 0 ? made : newest;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each :
                    files.filter(each -> each.toString().endsWith(".jsa")).toList()) {
                if (Files.getLastModifiedTime(each).compareTo(newest) < 0) {
                    Files.delete(each);
                }
            }
        }
    }
}
