package org.stoatflow.runtime.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * How the log of a source partition has changed since a run began. Immutable.
 *
 * @param all the changes, in order: the log with number n was changed to the next one by the one at index n. Empty
 *     where it is not known yet where the consumer goes on: the topic was made anew, and the consumer has not found
 *     that out
 */
record LogChanges(List<Optional<LogCut>> all) {
    static final LogChanges NONE = new LogChanges(List.of());

    LogChanges {
        all = List.copyOf(all);
    }

    LogChanges and(Optional<LogCut> next) {
        List<Optional<LogCut>> more = new ArrayList<>(all);
        more.add(next);
        return new LogChanges(more);
    }

    /** Whether the topic is known to have been made anew. */
    boolean tellOfAnother() {
        return all.stream().anyMatch(change -> change.map(LogCut::another).orElse(true));
    }

    /** What is to be committed in the present log for a position, if that is known. */
    Optional<SourcePosition> inPresentLog(SourcePosition position) {
        Optional<SourcePosition> at = Optional.of(position);
        for (Optional<LogCut> change : all.subList(position.log(), all.size())) {
            at = change.filter(LogCut::another).isPresent() ? Optional.of(position) : at;
            at = at.flatMap(before -> change.map(cut -> cut.begin(before)));
        }
        return at.map(found -> found.inLog(all.size()));
    }
}
