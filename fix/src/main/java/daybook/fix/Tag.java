package daybook.fix;

/** FIX 4.4 tags and message types that both sides use. Numbers, because QuickFIX/J's fields have the names of our own types. */
public final class Tag {
    public static final String EXECUTION_REPORT = "8";
    public static final String ORDER_CANCEL_REJECT = "9";
    public static final String NEW_ORDER_SINGLE = "D";
    public static final String ORDER_CANCEL_REQUEST = "F";
    public static final String ORDER_CANCEL_REPLACE_REQUEST = "G";
    public static final String ORDER_STATUS_REQUEST = "H";
    public static final String ORDER_MASS_STATUS_REQUEST = "AF";
    public static final String BUSINESS_MESSAGE_REJECT = "j";

    public static final int ACCOUNT = 1;
    public static final int AVG_PX = 6;
    public static final int CL_ORD_ID = 11;
    public static final int CUM_QTY = 14;
    public static final int EXEC_ID = 17;
    public static final int EXEC_INST = 18;
    public static final int LAST_PX = 31;
    public static final int LAST_QTY = 32;
    public static final int MSG_SEQ_NUM = 34;
    public static final int MSG_TYPE = 35;
    public static final int ORDER_ID = 37;
    public static final int ORDER_QTY = 38;
    public static final int ORD_STATUS = 39;
    public static final int ORD_TYPE = 40;
    public static final int ORIG_CL_ORD_ID = 41;
    public static final int PRICE = 44;
    public static final int REF_SEQ_NUM = 45;
    public static final int SIDE = 54;
    public static final int SYMBOL = 55;
    public static final int TEXT = 58;
    public static final int TIME_IN_FORCE = 59;
    public static final int TRANSACT_TIME = 60;
    public static final int POSS_RESEND = 97;
    public static final int CXL_REJ_REASON = 102;
    public static final int ORD_REJ_REASON = 103;
    public static final int EXEC_TYPE = 150;
    public static final int LEAVES_QTY = 151;
    public static final int REF_MSG_TYPE = 372;
    public static final int BUSINESS_REJECT_REF_ID = 379;
    public static final int BUSINESS_REJECT_REASON = 380;
    public static final int CXL_REJ_RESPONSE_TO = 434;
    public static final int USERNAME = 553;
    public static final int PASSWORD = 554;
    public static final int MASS_STATUS_REQ_ID = 584;
    public static final int MASS_STATUS_REQ_TYPE = 585;
    public static final int ORD_STATUS_REQ_ID = 790;
    public static final int TOT_NUM_REPORTS = 911;
    public static final int SECONDARY_EXEC_ID = 527;
    public static final int LAST_RPT_REQUESTED = 912;

    private Tag() {}
}
