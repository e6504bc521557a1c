package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenTransactionsTest {
    @ParameterizedTest
    @ValueSource(strings = {"app-stoatflow-0", "app-9a2b6f8c-0d7e-4c3a-8b1f-5e6d7c8b9a01-12", "app-0_1"})
    void shouldKnowTheApplicationsTransactionalIds(String id) {
        assertTrue(OpenTransactions.isOf("app", id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"app", "app-", "app-b-stoatflow-0", "app-mine", "other-stoatflow-0", "app-stoatflow-0-x"})
    void shouldNotTakeOthersTransactionalIds(String id) {
        assertFalse(OpenTransactions.isOf("app", id));
    }
}
