package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.spi.SourceProgress;
import org.stoatflow.streams.state.HostInfo;

/** Views as text, which users log and compare: in the form that Kafka Streams gives them. */
class ViewTextsTest {
    @Test
    void shouldShowAnInstance() {
        assertEquals(
                "StreamsMetadata {hostInfo=HostInfo{host='a', port=1}, stateStoreNames=[s], topicPartitions=[t-0],"
                        + " standbyStateStoreNames=[], standbyTopicPartitions=[]}",
                new ClientView(new HostInfo("a", 1), Set.of("s"), Set.of(new TopicPartition("t", 0))).toString());
    }

    @Test
    void shouldShowAThread() {
        SourceProgress none = FakeEngine.noProgress();
        String text = EngineThreadView.of(KafkaStreams.State.RUNNING, "c", Optional.empty(), none)
                .toString();
        assertTrue(text.startsWith("ThreadMetadata{threadName="), text);
        assertTrue(text.contains(", threadState=RUNNING, activeTasks=[], standbyTasks=[], consumerClientId="), text);
        assertTrue(text.contains(", restoreConsumerClientId=") && text.contains(", producerClientIds=["), text);
        assertTrue(text.contains(", adminClientId="), text);
    }
}
