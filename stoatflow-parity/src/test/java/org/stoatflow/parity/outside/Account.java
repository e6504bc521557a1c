package org.stoatflow.parity.outside;

/** An aggregate that its aggregator changes and returns. */
public final class Account {
    private long trades;
    private long total;

    public Account() {}

    /** Adds a trade to this account, and returns it. */
    public Account add(Trade trade) {
        trades++;
        total += trade.getAmount();
        return this;
    }

    public long getTrades() {
        return trades;
    }

    public void setTrades(long trades) {
        this.trades = trades;
    }

    public long getTotal() {
        return total;
    }

    public void setTotal(long total) {
        this.total = total;
    }
}
