package org.stoatflow.localkafka;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.stoatflow.localkafka.child.SharingMain;

/** Makes archives of classes: a broker is started, which loads the classes of all jars beside its own, and stopped. */
final class ArchiveMaker {
    /** For each of both: some seconds on an idle machine. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private ArchiveMaker() {}

    /** @throws LocalKafkaException if the broker does not start, or does not end */
    static void make(Path archive, List<Path> jars) {
        Path folder = Folders.createTemporary();
        Set<Integer> taken = new HashSet<>();
        BrokerNode node = new BrokerNode(1, Ports.free(taken), Ports.free(taken), true, folder);
        BrokerSettings.write(node, List.of(node), Map.of());
        List<String> options = new ArrayList<>(LocalKafka.QUICK_JVM_ARGS);
        options.addAll(List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive));
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        BrokerProcess broker = new BrokerProcess(
                node, Uuid.randomUuid().toString(), new BrokerJvm(SharingMain.class, options, classPath));
        try {
            broker.start();
            new Readiness(List.of(broker), LIMIT).awaitStarted();
            broker.requestStop();
            broker.awaitStop(LIMIT);
            if (!Files.exists(archive)) {
                throw new LocalKafkaException(
                        "no archive of classes was written; " + node.log().tail());
            }
        } finally {
            broker.kill();
            Folders.delete(folder);
        }
    }
}
