package org.stoatflow.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openrewrite.groovy.GroovyParser;
import org.openrewrite.kotlin.KotlinParser;
import org.openrewrite.toml.TomlParser;
import org.openrewrite.xml.XmlParser;

@Tag("long")
class BuildFilesTest {
    private static final String VERSION = Release.version();

    private static final String POM = """
            <project>
              <dependencies>
                <!-- the library -->
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams</artifactId>
                  <version>${kafka.version}</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-clients</artifactId>
                  <version>${kafka.version}</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams</artifactId>
                  <version>${kafka.version}</version>
                  <classifier>test</classifier>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams</artifactId>
                  <version>${kafka.version}</version>
                  <type>test-jar</type>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams-test-utils</artifactId>
                  <scope>test</scope>
                </dependency>
              </dependencies>
            </project>
            """;
    private static final String MOVED_POM = """
            <project>
              <dependencies>
                <!-- the library -->
                <dependency>
                  <groupId>org.stoatflow</groupId>
                  <artifactId>stoatflow-runtime</artifactId>
                  <version>VERSION</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-clients</artifactId>
                  <version>${kafka.version}</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams</artifactId>
                  <version>${kafka.version}</version>
                  <classifier>test</classifier>
                </dependency>
                <dependency>
                  <groupId>org.apache.kafka</groupId>
                  <artifactId>kafka-streams</artifactId>
                  <version>${kafka.version}</version>
                  <type>test-jar</type>
                </dependency>
                <dependency>
                  <groupId>org.stoatflow</groupId>
                  <artifactId>stoatflow-test-utils</artifactId>
                  <version>VERSION</version>
                  <scope>test</scope>
                </dependency>
              </dependencies>
            </project>
            """.replace("VERSION", VERSION);

    @Test
    void shouldMoveAPom() {
        assertEquals(MOVED_POM, Migration.of(new MoveToStoatFlow(), new XmlParser(), "pom.xml", POM));
        assertEquals(
                MOVED_POM
                        .replace("stoatflow-runtime", "stoatflow-kafka-streams")
                        .replace("stoatflow-test-utils", "stoatflow-kafka-streams-test-utils"),
                Migration.of(new MoveToDropIn(), new XmlParser(), "app/pom.xml", POM));
    }

    @Test
    void shouldLeaveTheVersionWhereThePomManagesIt() {
        String before = """
                <project>
                  <dependencyManagement>
                    <dependencies>
                      <dependency>
                        <groupId>org.apache.kafka</groupId>
                        <artifactId>kafka-streams</artifactId>
                        <version>4.4.0</version>
                      </dependency>
                    </dependencies>
                  </dependencyManagement>
                  <dependencies>
                    <dependency>
                      <groupId>org.apache.kafka</groupId>
                      <artifactId>kafka-streams</artifactId>
                    </dependency>
                  </dependencies>
                </project>
                """;
        String after = before.replace("org.apache.kafka", "org.stoatflow")
                .replace("kafka-streams", "stoatflow-runtime")
                .replace("4.4.0", VERSION);

        assertEquals(after, Migration.of(new MoveToStoatFlow(), new XmlParser(), "pom.xml", before));
    }

    @Test
    void shouldMoveABuildScriptInGroovy() {
        String before = """
                plugins {
                    id 'java'
                }

                dependencies {
                    implementation 'org.apache.kafka:kafka-clients:4.4.0'
                    implementation 'org.apache.kafka:kafka-streams:4.4.0'
                    implementation "org.apache.kafka:kafka-streams:$kafkaVersion"
                    implementation "org.apache.kafka:kafka-streams:${versions.kafka}"
                    implementation 'org.apache.kafka:kafka-streams'
                    implementation group: 'org.apache.kafka', name: 'kafka-streams', version: kafkaVersion
                    testImplementation('org.apache.kafka:kafka-streams-test-utils:4.4.0') {
                        transitive = false
                    }
                }
                """;
        String after = """
                plugins {
                    id 'java'
                }

                dependencies {
                    implementation 'org.apache.kafka:kafka-clients:4.4.0'
                    implementation 'org.stoatflow:stoatflow-runtime:VERSION'
                    implementation "org.stoatflow:stoatflow-runtime:VERSION"
                    implementation "org.stoatflow:stoatflow-runtime:VERSION"
                    implementation 'org.stoatflow:stoatflow-runtime:VERSION'
                    implementation group: 'org.stoatflow', name: 'stoatflow-runtime', version: 'VERSION'
                    testImplementation('org.stoatflow:stoatflow-test-utils:VERSION') {
                        transitive = false
                    }
                }
                """.replace("VERSION", VERSION);

        assertEquals(
                after,
                Migration.of(new MoveToStoatFlow(), GroovyParser.builder().build(), "build.gradle", before));
    }

    @Test
    void shouldMoveABuildScriptInKotlin() {
        String before = """
                plugins {
                    java
                }

                val kafka = "4.4.0"

                dependencies {
                    implementation("org.apache.kafka:kafka-clients:4.4.0")
                    implementation("org.apache.kafka:kafka-streams:4.4.0")
                    implementation("org.apache.kafka:kafka-streams:$kafka")
                    testImplementation("org.apache.kafka:kafka-streams-test-utils:${kafka}")
                }
                """;
        String after = """
                plugins {
                    java
                }

                val kafka = "4.4.0"

                dependencies {
                    implementation("org.apache.kafka:kafka-clients:4.4.0")
                    implementation("org.stoatflow:stoatflow-runtime:VERSION")
                    implementation("org.stoatflow:stoatflow-runtime:VERSION")
                    testImplementation("org.stoatflow:stoatflow-test-utils:VERSION")
                }
                """.replace("VERSION", VERSION);

        assertEquals(
                after,
                Migration.of(
                        new MoveToStoatFlow(),
                        KotlinParser.builder().isKotlinScript(true).build(),
                        "build.gradle.kts",
                        before));
    }

    @Test
    void shouldMoveAVersionCatalog() {
        String before = """
                [versions]
                kafka = "4.4.0"

                [libraries]
                # the library
                streams = { module = "org.apache.kafka:kafka-streams", version.ref = "kafka" }
                clients = { module = "org.apache.kafka:kafka-clients", version.ref = "kafka" }
                short = "org.apache.kafka:kafka-streams:4.4.0"
                apart = { group = 'org.apache.kafka', name = 'kafka-streams-test-utils', version = "4.4.0" }
                strict = { module = "org.apache.kafka:kafka-streams", version = { strictly = "4.4.0" } }
                managed = { module = "org.apache.kafka:kafka-streams-test-utils" }

                [bundles]
                all = ["streams", "clients"]
                """;
        String after = """
                [versions]
                kafka = "4.4.0"

                [libraries]
                # the library
                streams = { module = "org.stoatflow:stoatflow-runtime", version = "VERSION" }
                clients = { module = "org.apache.kafka:kafka-clients", version.ref = "kafka" }
                short = "org.stoatflow:stoatflow-runtime:VERSION"
                apart = { group = 'org.stoatflow', name = 'stoatflow-test-utils', version = "VERSION" }
                strict = { module = "org.stoatflow:stoatflow-runtime", version = "VERSION" }
                managed = { version = "VERSION", module = "org.stoatflow:stoatflow-test-utils" }

                [bundles]
                all = ["streams", "clients"]
                """.replace("VERSION", VERSION);

        assertEquals(after, Migration.of(new MoveToStoatFlow(), new TomlParser(), "gradle/libs.versions.toml", before));
        assertEquals(before, Migration.of(new MoveToStoatFlow(), new TomlParser(), "libraries.toml", before));
    }
}
