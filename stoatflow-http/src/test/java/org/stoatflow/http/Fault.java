package org.stoatflow.http;

import java.util.List;

/**
 * A real fault of an application, and the alert that rings for it.
 *
 * @param what the fault in words
 * @param rings the alert
 * @param begin brings the fault about; returns once it is there
 * @param asked the application's pages
 * @param pid the application's process
 * @param shown what the answers of the runbook's first step have, so that they show the cause
 */
record Fault(String what, Prometheus.Rings rings, Begin begin, Asked asked, long pid, List<String> shown) {
    /** May fail in any way. */
    interface Begin {
        void run() throws Exception;
    }
}
