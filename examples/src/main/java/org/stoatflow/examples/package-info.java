/** First applications for new users. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.examples;
