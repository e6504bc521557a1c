package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Source topics that are followed, and not read until the application has committed more. Thread: the restorer's.
 */
final class HeldLogs {
    private final ChangelogReader reader;
    private final RestoreProgress progress;
    private final Set<TopicPartition> held = new HashSet<>();

    HeldLogs(ChangelogReader reader, RestoreProgress progress) {
        this.reader = reader;
        this.progress = progress;
    }

    boolean has(TopicPartition partition) {
        return held.contains(partition);
    }

    /** Reads no further in a log of which all is read that is committed. What came behind that is left. */
    void holdIfBehindAll(RunningTask task) {
        TopicPartition partition = task.task().topicPartition();
        if (task.isHeld() && held.add(partition)) {
            reader.end(partition);
        }
    }

    /**
     * Asks how far the application has processed the topics that it reads itself, and has them read as far.
     *
     * @throws org.apache.kafka.common.errors.TimeoutException if the brokers do not answer in time
     */
    void goOn(List<RunningTask> following) {
        Map<CommittedOffsets, List<RunningTask>> asked = new LinkedHashMap<>();
        for (RunningTask task : following) {
            CommittedOffsets of = task.committed();
            if (of != null) {
                asked.computeIfAbsent(of, unseen -> new ArrayList<>()).add(task);
            }
        }
        asked.forEach((of, tasks) -> {
            Map<TopicPartition, Long> committed = of.of(
                    tasks.stream().map(task -> task.task().topicPartition()).toList());
            for (RunningTask task : tasks) {
                TopicPartition partition = task.task().topicPartition();
                task.upTo(committed.get(partition), progress);
                if (!task.isHeld() && held.remove(partition)) {
                    reader.goOn(partition, task.read());
                }
            }
        });
    }
}
