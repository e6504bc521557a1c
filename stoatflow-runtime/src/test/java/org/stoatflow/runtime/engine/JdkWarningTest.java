package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkWarningTest {
    private static String warning(String jdk) {
        String warning = JdkWarning.warning(Runtime.Version.parse(jdk));
        assertNotNull(warning, jdk);
        return warning;
    }

    @ParameterizedTest
    @ValueSource(strings = {"25+36", "25.0.1", "25.0.2+10-LTS"})
    void shouldNameBothBugsAndTheUpdateThatMendsThem(String jdk) {
        String warning = warning(jdk);
        assertTrue(warning.startsWith("JDK " + jdk + " "), warning);
        assertTrue(warning.contains("JDK-8369227") && warning.contains("JDK-8373120"), warning);
        assertTrue(warning.endsWith("25.0.4 or newer"), warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"25.0.3+9-LTS", "25.0.3.1", "26+35"})
    void shouldNameTheOneBugThatIsLeft(String jdk) {
        String warning = warning(jdk);
        assertTrue(warning.contains("JDK-8373120"), warning);
        assertFalse(warning.contains("JDK-8369227"), warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"25.0.4+7", "25.0.10", "26.0.1", "27-ea"})
    void shouldSayNothingOfANewerOne(String jdk) {
        assertNull(JdkWarning.warning(Runtime.Version.parse(jdk)));
    }
}
