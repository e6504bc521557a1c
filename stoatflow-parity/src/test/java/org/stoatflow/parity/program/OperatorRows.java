package org.stoatflow.parity.program;

import java.util.List;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.KStream;

/** Operators of streams and tables. */
final class OperatorRows {
    private OperatorRows() {}

    private static KStream<String, String> stream(StreamsBuilder builder, Scene at) {
        return builder.stream(at.in());
    }

    static List<Row> rows() {
        return List.of(
                Row.dsl(
                        "filter",
                        (b, at) -> stream(b, at)
                                .filter((k, v) -> k != null && v.length() % 2 == 0)
                                .to(at.out())),
                Row.dsl(
                        "filterNot",
                        (b, at) -> stream(b, at).filterNot((k, v) -> k == null).to(at.out())),
                Row.dsl(
                        "map",
                        (b, at) -> stream(b, at)
                                .map((k, v) -> KeyValue.pair(v.split(" ")[1], v))
                                .to(at.out())));
    }
}
