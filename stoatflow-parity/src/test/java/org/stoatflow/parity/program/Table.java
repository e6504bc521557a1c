package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.stoatflow.parity.Cluster;
import org.stoatflow.parity.Library;
import org.stoatflow.parity.Observed;
import org.stoatflow.parity.Place;

/** The table of programs, and how one is run. Made by reflection, once for each library. */
public final class Table implements Library {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    public Table() {
        all().forEach(row -> {
            if (rows.put(row.name, row) != null) {
                throw new IllegalStateException("two rows are called " + row.name);
            }
        });
    }

    /** All reasons why programs are apart. */
    public static Set<Difference> reasons() {
        Set<Difference> reasons = new TreeSet<>();
        all().forEach(row -> reasons.addAll(row.reasons));
        return reasons;
    }

    private static List<Row> all() {
        List<Row> all = new ArrayList<>();
        all.addAll(OperatorRows.rows());
        all.addAll(ConfigurationRows.rows());
        all.addAll(StoreRows.rows());
        all.addAll(UserStoreRows.rows());
        all.addAll(StoreTypeRows.rows());
        all.addAll(FormatRows.rows());
        all.addAll(WindowStoreRows.rows());
        all.addAll(SessionStoreRows.rows());
        all.addAll(VersionRows.rows());
        all.addAll(WindowRows.rows());
        all.addAll(OutsideRows.rows());
        all.addAll(SharedObjectRows.rows());
        all.addAll(FailureRows.rows());
        all.addAll(VerdictRows.rows());
        all.addAll(PartitionTimeRows.rows());
        all.addAll(TableRows.rows());
        all.addAll(BacklogRows.rows());
        all.addAll(SuppressRows.rows());
        all.addAll(QueryRows.rows());
        all.addAll(HeaderQueryRows.rows());
        all.addAll(QuestionRows.rows());
        all.addAll(ShutdownRows.rows());
        all.addAll(ForeignKeyRows.rows());
        all.addAll(GlobalRows.rows());
        all.addAll(GlobalOnlyRows.rows());
        all.addAll(SourceTopicRows.rows());
        return all;
    }

    @Override
    public List<String> programs() {
        return List.copyOf(rows.keySet());
    }

    @Override
    public List<String> apart(String program) {
        return rows.get(program).apart;
    }

    @Override
    public Observed run(String program, Place place) {
        Row row = rows.get(program);
        Scene scene = new Scene(place, row);
        row.script.accept(scene);
        Observed seen = new Observation(scene).taken();
        Cluster.delete(Cluster.topics(place));
        return seen;
    }
}
