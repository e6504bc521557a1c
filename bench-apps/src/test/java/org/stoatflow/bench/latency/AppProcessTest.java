package org.stoatflow.bench.latency;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppProcessTest {
    @Test
    void shouldSayThatTheApplicationHasEndedAtItsStart(@TempDir Path folder) throws Exception {
        try (AppProcess app =
                AppProcess.start(Library.STOATFLOW, "stateless", "in", "out", Map.of(), List.of("-Xmxnone"), folder)) {
            String message = assertThrows(BenchFailure.class, app::awaitRunning).getMessage();
            assertTrue(message.startsWith("the application has ended at its start; its state is not started"), message);
            assertTrue(message.contains("-Xmxnone"), message);
        }
    }
}
