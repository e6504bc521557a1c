package org.stoatflow.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CommentWrapTest {
    private static String wrapped(String text) {
        return new CommentWrap(20).wrapped(text);
    }

    @Test
    void shouldMoveWordsToTheNextLineOfTheSentence() {
        assertEquals(
                "    // one two three\n    // four five\n    // six.\n    int a;\n",
                wrapped("    // one two three four\n    // five six.\n    int a;\n"));
    }

    @Test
    void shouldOpenACommentThatStandsOnOneLine() {
        assertEquals("/**\n * one two three\n * four\n */\n", wrapped("/** one two three four */\n"));
    }

    @Test
    void shouldKeepTheEndOfAComment() {
        assertEquals(" * one two three\n * four */\n", wrapped(" * one two three four */\n"));
    }

    @Test
    void shouldIndentWhatATagSays() {
        assertEquals(
                " * @param a one two\n *     three\n * @return b\n",
                wrapped(" * @param a one two three\n * @return b\n"));
    }

    @Test
    void shouldNotRunIntoTheNextParagraphOrItem() {
        assertEquals(" * one two three\n * four\n * <p>five\n", wrapped(" * one two three four\n * <p>five\n"));
    }

    @Test
    void shouldLeaveCodeAndPreformattedText() {
        String text = "int someVeryLongName = 1;\n/**\n * <pre>\n * one two three four\n * </pre>\n";
        assertEquals(text, wrapped(text));
    }

    @Test
    void shouldLeaveAWordThatIsTooLong() {
        assertEquals("// aaaaaaaaaaaaaaaaaaaaaaaaa\n", wrapped("// aaaaaaaaaaaaaaaaaaaaaaaaa\n"));
    }
}
