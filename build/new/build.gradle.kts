plugins { application }

repositories {
    maven("@repository@")
    mavenCentral()
}

dependencies {
    implementation("org.stoatflow:stoatflow-kafka-streams:@version@")
    runtimeOnly("org.slf4j:slf4j-simple:@slf4j@")
    testImplementation("org.stoatflow:stoatflow-kafka-streams-test-utils:@version@")
    testImplementation("org.stoatflow:stoatflow-local-kafka:@version@")
    testImplementation("org.junit.jupiter:junit-jupiter:@junit@")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher:@junit@")
}

java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }

application {
    mainClass = "@package@.FirstApplication"
    applicationDefaultJvmArgs = listOf("--enable-native-access=ALL-UNNAMED")
}

tasks.test {
    useJUnitPlatform()
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
