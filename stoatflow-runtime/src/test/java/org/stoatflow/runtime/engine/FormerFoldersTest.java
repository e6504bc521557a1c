package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.errors.ProcessorStateException;

class FormerFoldersTest {
    private static final Path APPLICATION = Path.of("app");

    @Test
    void shouldStartWhereNobodyCanSayWhatKafkaStreamsHasLeft() {
        try (LoggedLines log = LoggedLines.of(FormerFolders.class.getName())) {
            FormerFolders.tell(APPLICATION, folder -> {
                throw new ProcessorStateException("too many open files");
            });
            assertEquals(1, log.count("is not known"));
        }
    }

    @Test
    void shouldTellHowManyThereAre() {
        try (LoggedLines log = LoggedLines.of(FormerFolders.class.getName())) {
            FormerFolders.tell(APPLICATION, folder -> List.of(folder.resolve("0_0"), folder.resolve("0_1")));
            FormerFolders.tell(APPLICATION, folder -> List.of());
            assertEquals(1, log.all().size());
            assertTrue(log.all().getFirst().contains("2 folders of tasks"));
        }
    }
}
