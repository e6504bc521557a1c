package org.stoatflow.runtime.it;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.stoatflow.runtime.testkit.Group;

/** Asks the broker's coordinator about an application's transactional ids. */
final class Transactions {
    private Transactions() {}

    static List<String> ids(String application) {
        return List.of(application + "-stoatflow-0", application + "-stoatflow-1");
    }

    static Map<String, TransactionDescription> of(Admin admin, String application) {
        return Group.answer(admin.describeTransactions(ids(application)).all());
    }
}
