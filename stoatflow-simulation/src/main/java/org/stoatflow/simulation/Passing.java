package org.stoatflow.simulation;

import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/** Forwards a record's id under the record's bucket as key. */
final class Passing extends ContextualProcessor<String, String, String, String> {
    private final UserCode code;

    Passing(UserCode code) {
        this.code = code;
    }

    @Override
    public void process(Record<String, String> record) {
        context()
                .forward(record.withKey(UserCode.bucket(String.valueOf(record.key())))
                        .withValue(code.ends(code.pass(record.value()))));
    }
}
