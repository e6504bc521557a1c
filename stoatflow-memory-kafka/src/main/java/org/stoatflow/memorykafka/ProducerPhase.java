package org.stoatflow.memorykafka;

/**
 * What a transactional producer is doing ({@code TransactionManager.State}).
 */
enum ProducerPhase {
    /** Waiting for {@code initTransactions}. */
    UNINITIALIZED,
    /** Asking for the producer id, until an answer comes. */
    INITIALIZING,
    /** Between transactions. */
    READY,
    /** Taking records, until commit or abort. */
    IN_TRANSACTION,
    /** Committing, until an answer comes; a commit that timed out stays here. */
    COMMITTING,
    /** Aborting, until an answer comes; an abort that timed out stays here. */
    ABORTING,
    /** Something failed: only an abort leads on. */
    ABORTABLE_ERROR,
    /** Fenced: nothing leads on. */
    FATAL_ERROR
}
