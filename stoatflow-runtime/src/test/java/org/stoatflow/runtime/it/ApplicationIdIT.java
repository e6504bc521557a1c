package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;

/** An application without state may have any id that a group may have. */
class ApplicationIdIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"with blanks", "with:colon", "mit-Umlaut-\u00fc"})
    void shouldRunUnderAnIdThatNoMemberMayHave(String kind) {
        String application = kind + " " + TestCluster.shared().uniqueName("id") + "x".repeat(260);
        String in = Topic.create("in", 1);
        String out = Topic.create("out", 1);
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in).to(out);
        try (Feed feed = new Feed()) {
            feed.send(in, "key", "value");
        }
        try (OurApp app = OurApp.running(builder.build(), OurApp.config(application, folder, "exactly_once_v2"))) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        assertEquals(1, Topic.readStrings(out).size());
    }
}
