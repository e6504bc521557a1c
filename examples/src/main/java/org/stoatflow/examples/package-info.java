/** First applications for new users. */
package org.stoatflow.examples;
