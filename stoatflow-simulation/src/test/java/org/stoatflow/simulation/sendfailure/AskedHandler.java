package org.stoatflow.simulation.sendfailure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** A production handler that notes each question, and answers what the test has set. */
final class AskedHandler implements ProductionExceptionHandler {
    private final List<String> asked = new ArrayList<>();
    private BiFunction<ProducerRecord<byte[], byte[]>, Exception, Response> answer =
            (record, failure) -> Response.fail();

    /** The questions so far, in words. */
    List<String> asked() {
        return asked;
    }

    void answerWith(BiFunction<ProducerRecord<byte[], byte[]>, Exception, Response> newAnswer) {
        answer = newAnswer;
    }

    @Override
    public Response handleError(ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
        asked.add(new String(record.key(), StandardCharsets.UTF_8) + " "
                + failure.getClass().getSimpleName() + " from "
                + context.topic() + "-" + context.partition() + "@" + context.offset() + " by "
                + context.processorNodeId() + " of " + context.taskId());
        return answer.apply(record, failure);
    }

    @Override
    public void configure(Map<String, ?> configs) {}
}
