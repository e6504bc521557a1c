package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.stoatflow.tidy.Sources.found;
import static org.stoatflow.tidy.Sources.project;
import static org.stoatflow.tidy.Sources.thing;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules that count. */
class SizesTest {
    private static final String MIRRORED = "stoatflow-api/src/main/java/org/stoatflow/streams/KafkaStreams.java";

    @Test
    void shouldFindALongMethodAndCountNoAnnotation() {
        Project project =
                thing("@Deprecated\n@SafeVarargs\nvoid run(Object... a) {\n\n}\nThing() {\n\n\n}\nint y() {\n}");
        assertEquals(
                List.of("org.stoatflow.x.Thing#run 3", "org.stoatflow.x.Thing#new 4"),
                found(new MethodLines(2), project));
        assertEquals(List.of(), found(new MethodLines(4), project));
    }

    @Test
    void shouldFindALongInitializer() {
        assertEquals(List.of("org.stoatflow.x.Thing#static 3"), found(new MethodLines(2), thing("static {\n\n}")));
    }

    @Test
    void shouldCountTheComponentsOfARecordOnce() {
        Project project =
                thing("record Pair(int a, int b) {\nPair {\n}\n}\nrecord One(int a) {\nOne(int b, int c) {}\n}");
        assertEquals(
                List.of("org.stoatflow.x.Thing.Pair 2", "org.stoatflow.x.Thing.One#new 2"),
                found(new Parameters(1), project));
    }

    @Test
    void shouldLeaveAParameterizedTestTheColumnsOfItsTable() {
        Project project = thing("@ParameterizedTest @CsvSource(\"a, b\") void shouldRun(String a, String b) {}");
        assertEquals(List.of(), found(new Parameters(1), project));
    }

    @Test
    void shouldFindALongMethodOfAnAnonymousClass() {
        Project project = thing("Runnable x = new Runnable() {\npublic void run() {\n\n}\n};");
        assertEquals(List.of("org.stoatflow.x.Thing.anonymous#run 3"), found(new MethodLines(2), project));
    }

    @Test
    void shouldCountFieldsOfObjectsOnly() {
        assertEquals(
                List.of("org.stoatflow.x.Thing 2"),
                found(
                        new InstanceFields(1),
                        thing("int a, b;\nstatic int c;\nenum E { F, G }\nrecord R(int a, int b) {}")));
        assertEquals(List.of(), found(new InstanceFields(1), thing("interface I { int A = 1; int B = 2; }")));
    }

    @Test
    void shouldCountParametersOfMethodsConstructorsAndRecords() {
        assertEquals(
                List.of("org.stoatflow.x.Thing#new 2", "org.stoatflow.x.Thing#run 2", "org.stoatflow.x.Thing.Pair 2"),
                found(
                        new Parameters(1),
                        thing("Thing(int a, int b) {}\nvoid run(int a, int b) {}\nrecord Pair(int a, int b) {}")));
    }

    @Test
    void shouldNotAskAnOverrideForItsParameters() {
        assertEquals(List.of(), found(new Parameters(1), thing("@Override public void run(int a, int b) {}")));
    }

    @Test
    void shouldLeaveWhatMirrorsKafkaStreamsItsParametersAndLength() {
        String text = "package org.stoatflow.streams;\nclass KafkaStreams {\nvoid run(int a, int b) {}\n}\n";
        assertEquals(List.of(), found(new Parameters(1), project(MIRRORED, text)));
        assertEquals(List.of(), found(new FileLines(3), project(MIRRORED, text)));
        String ours = MIRRORED.replace("KafkaStreams", "KafkaRivers");
        assertEquals(
                List.of("org.stoatflow.streams.KafkaStreams#run 2"), found(new Parameters(1), project(ours, text)));
        assertEquals(List.of("org.stoatflow.streams.KafkaRivers 4"), found(new FileLines(3), project(ours, text)));
    }

    @Test
    void shouldCountTheWideLinesOfAPackage() {
        String wide = "x".repeat(30);
        assertEquals(
                List.of("org.stoatflow.x 2"),
                found(new Columns(25), thing("// " + wide + "\nint a;\nString b = \"" + wide + "\";")));
    }

    @Test
    void shouldLeaveTextBlocksAsWideAsTheyAre() {
        String wide = "x".repeat(30);
        assertEquals(List.of(), found(new Columns(25), thing("String a = \"\"\"\n" + wide + "\"\"\";")));
    }

    @Test
    void shouldCountCharactersAndNotTheirBytes() {
        assertEquals(List.of(), found(new Columns(25), thing("// " + "→".repeat(20))));
    }
}
