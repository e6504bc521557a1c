package org.stoatflow.parity.outside;

/** A value as applications have them: bound by Jackson, and changed by functions. */
public final class Trade {
    private String buyer = "";
    private String seller = "";
    private long amount;

    public Trade() {}

    /** @param text words; the second one and its length make the trade */
    public Trade(String text) {
        String[] words = text.split(" ");
        buyer = "b-" + words[1];
        seller = "s-" + words[1];
        amount = Long.parseLong(words[2]);
    }

    public String getBuyer() {
        return buyer;
    }

    public void setBuyer(String buyer) {
        this.buyer = buyer;
    }

    public String getSeller() {
        return seller;
    }

    public void setSeller(String seller) {
        this.seller = seller;
    }

    public long getAmount() {
        return amount;
    }

    public void setAmount(long amount) {
        this.amount = amount;
    }
}
