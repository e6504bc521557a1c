package org.stoatflow.runtime.group;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.streams.StreamsConfig;

/** What is said of the group while an instance waits for it, such as a lone one after an outage. */
class GroupWaitTest {
    private final GroupWait wait = new GroupWait(
            ApplicationSettings.of(
                    new StreamsConfig(Map.of("application.id", "app", "bootstrap.servers", "localhost:1"))),
            Clock.SYSTEM,
            time -> {});

    @Test
    void shouldNotSpeakOfAnotherInstanceWhereTheGroupNamesNone() {
        try (LoggedLines log = LoggedLines.of(GroupWait.class.getName())) {
            wait.onOtherOwner(null);
            assertEquals(List.of("Consumer group app has not given this instance all partitions yet"), log.all());
        }
    }

    @Test
    void shouldNameTheOwnerOnce() {
        try (LoggedLines log = LoggedLines.of(GroupWait.class.getName())) {
            wait.onOtherOwner("app-1");
            wait.onOtherOwner("app-1");
            assertEquals(
                    List.of("Another instance of application app owns the partitions (app-1); waiting to take over"),
                    log.all());
        }
    }
}
