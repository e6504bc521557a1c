package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.Stores;

/** Processors that write files: each task has its own folder, which lasts, and which the clean-up knows as state. */
class TaskFolderIT {
    private static final int PARTITIONS = 2;

    @TempDir
    Path folder;

    private final Map<String, String> read = new ConcurrentSkipListMap<>();

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldKeepTheFilesOfEachTaskApartUntilTheCleanUp(String guarantee) {
        String application = TestCluster.shared().uniqueName("task-folder");
        String in = Topic.create("in", PARTITIONS);
        String all = Topic.create("all", 1);
        Properties config = OurApp.config(application, folder, guarantee);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        feed(all, 0);
        for (int life = 1; life <= 2; life++) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                feed(in, partition);
            }
            try (OurApp app = OurApp.running(topology(in, all), config)) {
                Group.awaitAllCommitted(application, List.of(in));
                assertEquals(List.of(), app.errors());
                app.close();
                if (life == 2) {
                    assertEquals("{1_0=p0,p0,, 1_1=p1,p1,}", read.toString());
                    app.streams().cleanUp();
                }
            }
        }
        File state = folder.resolve(application).resolve("stoatflow").toFile();
        for (String task : List.of("1_0", "1_1", "global")) {
            assertFalse(new File(state, task).exists(), task);
        }
    }

    private Topology topology(String in, String all) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()),
                all,
                Consumed.with(Serdes.String(), Serdes.String()),
                Journal::new);
        builder.<String, String>stream(in).process(Journal::new);
        return builder.build();
    }

    private static void feed(String topic, int partition) {
        try (Feed feed = new Feed()) {
            feed.send(new ProducerRecord<>(topic, partition, "p" + partition, "value"));
        }
    }

    /** Appends the keys of its records to a file in its folder. */
    private final class Journal implements Processor<String, String, Void, Void> {
        private String task = "";
        private Path file = Path.of("journal");

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            task = context.taskId().toString();
            file = context.stateDir().toPath().resolve("journal");
        }

        @Override
        public void process(Record<String, String> record) {
            try {
                Files.writeString(file, record.key() + ",", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                if (!task.startsWith("-")) {
                    read.put(task, Files.readString(file));
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
