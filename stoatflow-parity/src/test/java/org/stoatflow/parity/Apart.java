package org.stoatflow.parity;

import java.util.Map;
import org.stoatflow.parity.program.Difference;

/**
 * What a program sees otherwise than on Kafka Streams.
 *
 * @param lines our line by theirs
 */
record Apart(Difference reason, Map<String, String> lines) {
    static final Apart NOTHING = new Apart(Difference.CHANGELOG_RECORDS, Map.of());
}
