package org.stoatflow.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openrewrite.Recipe;
import org.openrewrite.config.Environment;
import org.openrewrite.config.RecipeDescriptor;

/** What OpenRewrite's plugins do with the jar before they run a recipe of it. */
class RecipesTest {
    private static final Environment FOUND =
            Environment.builder().scanRuntimeClasspath("org.stoatflow").build();

    @Test
    void shouldBeFoundByName() {
        assertEquals(
                Set.of(MoveToStoatFlow.class.getName(), MoveToDropIn.class.getName()),
                FOUND.listRecipeDescriptors().stream()
                        .map(RecipeDescriptor::getName)
                        .filter(name -> name.startsWith("org.stoatflow."))
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldBeValid() {
        Recipe recipes = FOUND.activateRecipes(MoveToStoatFlow.class.getName(), MoveToDropIn.class.getName());

        assertEquals(2, recipes.getRecipeList().size());
        assertEquals(List.of(), recipes.validate().failures());
        assertTrue(recipes.getDescriptor().getRecipeList().stream()
                .noneMatch(recipe -> recipe.getDescription().isBlank()));
    }
}
